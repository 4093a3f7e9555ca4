import { config } from '../data/tote.ts';
import { href } from '../navigation/router.ts';
import { ThemeSwitch } from './theme.tsx';

export function Footer() {
  return (
    <footer class="footer">
      <nav aria-label="More">
        <a href={href('/about')}>How it works</a>
        <a href={href('/reserves')}>Reserves</a>
        <a href={href('/exit')}>Withdraw without Tote</a>
        <a href={href('/docs')}>API</a>
      </nav>
      <ThemeSwitch />
      {config.value?.demo && <p class="quiet">{config.value.demo.notice}</p>}
    </footer>
  );
}
