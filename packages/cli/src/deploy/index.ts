export { isAddress } from '@solana/kit';
export { ensureKeyFile } from '@tote/chain/deployment/key-files';
export { KNOWN_PROGRAMS } from '@tote/chain/deployment/known-programs';
export { createKey, type Key, readKeyFile } from '@tote/chain/key';
export {
  announceConfig,
  applyConfig,
  cancelConfig,
  changeSettings,
  disableKeys,
  requireConfig,
} from './config/change-config.ts';
export { countDelegations, countFreed, type FreedMarkets } from './config/count-disabled.ts';
export {
  compareSettings,
  describeSettings,
  pendingOf,
  type SettingChange,
} from './config/settings.ts';
export { readLamports } from './costs.ts';
export { type DeployRequest, isUnfinished, withDeployLock } from './deploy/deploy-request.ts';
export { type DeployPlan, planDeploy } from './deploy/plan-deploy.ts';
export { abandonDeploy, runDeploy } from './deploy/run-deploy.ts';
export { checkCluster } from './doctor/check-cluster.ts';
export type { InitRequest } from './init/init-request.ts';
export { type InitPlan, planInit } from './init/plan-init.ts';
export { finishInit, runInit } from './init/run-init.ts';
export { openCluster } from './open-cluster.ts';
export { readProgramFile } from './program-file.ts';
export { findProposed, vetoMarket } from './veto-market.ts';
