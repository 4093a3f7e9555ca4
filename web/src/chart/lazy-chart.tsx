import { lazy } from '../components/lazy.tsx';

/** Charts are not needed at first sight, so their code is loaded afterwards. */
export const Chart = lazy(() => import('./chart.tsx'), 'Chart');
