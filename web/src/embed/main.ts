// The widget for other pages. It runs in a frame without an origin, so it has no storage, and it
// is kept small by not using the page's UI library.
import '../styles/embed.css';
import { applyAccent, root } from '../navigation/env.ts';
import { followMarket } from './follow-market.ts';
import { createWidget } from './widget.ts';

applyAccent();
const theme = new URLSearchParams(location.search).get('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.className = `theme-${theme}`;

const id = location.pathname.split('/').at(-1) ?? '';
const widget = createWidget(new URL(`m/${id}`, root).href);
document.querySelector('#app')?.append(widget.element);
followMarket(id, widget.show);
