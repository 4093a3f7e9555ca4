// What the HTTP layer counts: durations of requests by route and status, refusals by code.
import { ERRORS } from '@tote/domain';
import { Durations, type Metric, Tally } from '../telemetry/metrics.ts';

const NAME = 'tote_http_request_duration_seconds';
const BOUNDS_MS = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

/** Durations of one route, by status. */
class RouteDurations {
  readonly method: string;
  readonly route: string;
  readonly statuses = new Map<number, Durations>();

  constructor(method: string, route: string) {
    this.method = method;
    this.route = route;
  }

  /** Returns the duration in milliseconds. */
  add(status: number, startedAtMs: number): number {
    let durations = this.statuses.get(status);
    if (durations === undefined) {
      durations = new Durations(BOUNDS_MS);
      this.statuses.set(status, durations);
    }
    const ms = performance.now() - startedAtMs;
    durations.add(ms);
    return ms;
  }
}

export class RequestMetrics {
  readonly #routes = new Map<string, RouteDurations>();
  readonly #refusals = new Tally(Object.keys(ERRORS));

  of(method: string, route: string): RouteDurations {
    const key = `${method} ${route}`;
    const known = this.#routes.get(key) ?? new RouteDurations(method, route);
    this.#routes.set(key, known);
    return known;
  }

  addRefusal(code: string): void {
    this.#refusals.add(code);
  }

  list(): Metric[] {
    return [
      {
        name: NAME,
        help: 'Time from the arrival of a request to its response',
        type: 'histogram',
        read: () =>
          [...this.#routes.values()].flatMap(({ method, route, statuses }) =>
            [...statuses].flatMap(([status, durations]) =>
              durations.values(NAME, { method, route, status }),
            ),
          ),
      },
      {
        name: 'tote_refusals_total',
        help: 'Requests that were answered with an error, by its code',
        type: 'counter',
        read: () => this.#refusals.values('code'),
      },
    ];
  }
}
