import { Button } from '../../components/forms.tsx';
import { Problem } from '../../components/notice.tsx';
import { tote } from '../../data/tote.ts';
import { useTask } from '../../wallet/use-task.ts';

/** By then the browser has begun the download. */
const DOWNLOAD_MS = 60_000;

export function Statement({ wallet }: { readonly wallet: string }) {
  const { doing, failure, run } = useTask();
  const download = () =>
    run('Loading …', async () => {
      const text = await tote.value.getStatement({ format: 'csv' });
      const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
      const link = document.createElement('a');
      link.href = url;
      link.download = `tote-statement-${wallet}.csv`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_MS);
    });
  return (
    <div class="sheet stack">
      <h3>Statement</h3>
      <p>Every deposit, bet, payout, refund and withdrawal, with the balance after each.</p>
      <Button disabled={doing.value !== undefined} onClick={download}>
        Download as CSV
      </Button>
      <Problem text={failure.value} />
    </div>
  );
}
