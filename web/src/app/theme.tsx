// Light, dark, or the system's theme. The choice is kept in this browser.
import { effect, signal } from '@preact/signals';
import { chosenInto, Radios } from '../components/forms.tsx';

const THEMES = { system: 'System', light: 'Light', dark: 'Dark' } as const;
type Theme = keyof typeof THEMES;

const KEY = 'tote-theme';

const kept = (): Theme => {
  const found = localStorage.getItem(KEY) ?? '';
  return Object.hasOwn(THEMES, found) ? (found as Theme) : 'system';
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
      <Radios name="theme" options={THEMES} {...chosenInto(theme)} />
    </fieldset>
  );
}
