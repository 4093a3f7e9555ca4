// Light, dark, or the system's theme. The choice is kept in this browser.
import { effect, signal } from '@preact/signals';
import { choosing } from '../components/forms.ts';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEY = 'tote-theme';

const kept = () => {
  const found = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === found) ?? 'system';
};

const theme = signal<Theme>('system');

export function startTheme(): void {
  theme.value = kept();
  effect(() => {
    document.documentElement.className = `theme-${theme.value}`;
    localStorage.setItem(KEY, theme.value);
  });
}

export function ThemeSwitch() {
  return (
    <fieldset class="theme-switch">
      <legend class="visually-hidden">Theme</legend>
      {THEMES.map((name) => (
        <label>
          <input name="theme" {...choosing(theme, name)} />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
