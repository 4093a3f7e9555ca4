/** PostgreSQL only. */
export interface LeaseTables {
  /** The replicas that run, until when by the database server's clock, in milliseconds. */
  replicas: { id: string; roles: string; lock: bigint; expires_at: bigint };

  /** Which replica leads a role, or has a part of one. */
  leases: { name: string; holder: string };
}
