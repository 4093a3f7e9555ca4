import { createTote, ToteError } from '@tote/sdk';

const query = new URLSearchParams(location.search);
const tote = createTote({ url: query.get('url') ?? location.origin });
const marketId = query.get('market');
const [title, status] = document.querySelectorAll('h1, p');

const show = ({ Yes, No }) => {
  status.textContent = `Yes ${Yes}, No ${No}`;
};

try {
  const { question, outcomes } = await tote.getMarket({ marketId });
  // Questions are untrusted text, so never insert them as HTML.
  title.textContent = question;
  show(Object.fromEntries(outcomes.map(({ name, odds }) => [name, odds])));
  for await (const event of tote.feed({ marketId })) {
    if (event.type === 'odds.changed') show(event.data.odds);
  }
} catch (error) {
  if (!(error instanceof ToteError)) throw error;
  status.textContent = error.message;
}
