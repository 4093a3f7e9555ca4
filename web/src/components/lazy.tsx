import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { Button } from './forms.tsx';
import { Notice } from './notice.tsx';

/** A component whose module is loaded when it is first shown. */
export function lazy<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] {
  let loaded: ComponentType<object> | undefined;
  function Lazy(props: object) {
    const part = useSignal(loaded);
    const hasFailed = useSignal(false);
    useSignalEffect(() => {
      if (part.value) return;
      load().then(
        (module) => {
          loaded = module[name] as ComponentType<object>;
          part.value = loaded;
        },
        () => {
          hasFailed.value = true;
        },
      );
    });
    const Part = part.value;
    if (Part) return <Part {...props} />;
    return hasFailed.value ? <NotLoaded /> : <p class="loading">Loading …</p>;
  }
  return Lazy as Module[Name];
}

export function NotLoaded() {
  return (
    <Notice kind="error">
      <p>Part of the page could not be loaded. There may be a newer version.</p>
      <Button onClick={() => location.reload()}>Reload the page</Button>
    </Notice>
  );
}
