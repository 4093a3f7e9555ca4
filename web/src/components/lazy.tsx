import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const part = useSignal(loaded);
    const hasFailed = useSignal(false);
    useSignalEffect(() => {
      if (part.value) return;
      load().then(
        (component) => {
          loaded = component;
          part.value = component;
        },
        () => {
          hasFailed.value = true;
        },
      );
    });
    const Part = part.value;
    if (Part) return <Part {...props} />;
    return hasFailed.value ? <NotLoaded /> : <p class="loading">Loading …</p>;
  };
}

export function NotLoaded() {
  return (
    <Notice kind="error">
      <p>Part of the page could not be loaded. There may be a newer version.</p>
      <Button onClick={() => location.reload()}>Reload the page</Button>
    </Notice>
  );
}
