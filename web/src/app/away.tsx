import { useEffect } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { isAway, retryNow } from '../data/clock.ts';
import { href, place } from '../navigation/router.ts';
import { loadExit } from './routes.ts';

const LATER_MS = 5_000;

export function Away() {
  useEffect(() => {
    // Loaded now, because later no server may be up to load it from.
    const timer = setTimeout(() => loadExit().catch(() => {}), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="away" role="status">
      {isAway.value && (
        <Notice kind="warning">
          <p>
            The service is not responding.{' '}
            {place.value.path === '/exit' ? 'This is the chain.' : 'Your money is on the chain.'}
          </p>
          <Button onClick={retryNow}>Retry now</Button>{' '}
          {place.value.path !== '/exit' && (
            <a class="button" href={href('/exit')}>
              Continue without the service
            </a>
          )}
        </Notice>
      )}
    </div>
  );
}
