import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { config } from '../data/tote.ts';

export function DemoSlot() {
  const bar = useSignal<{ readonly DemoBar: ComponentType } | undefined>(undefined);
  useSignalEffect(() => {
    if (config.value?.cluster !== 'embedded' || bar.peek()) return;
    import('./demo-bar.tsx').then((module) => {
      bar.value = module;
    });
  });
  return bar.value ? <bar.value.DemoBar /> : null;
}
