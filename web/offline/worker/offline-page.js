import { PAGES } from './caches.js'
import { escaped, savedText, translations } from './texts.js'

/** A substitute for a page that could not be loaded: states whether a form was sent and lists the cached pages. */
export async function offlinePage(what) {
  const { say, language } = await translations()
  const pages = await caches.open(PAGES)
  const copies = await Promise.all(
    (await pages.keys()).reverse().map(async ({ url }) => listItem(url, { copy: await pages.match(url), say })),
  )
  const list = copies.length ? `<h2>${say('Saved on this phone')}</h2><ul>${copies.join('')}</ul>` : ''
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${say('No internet connection')}</title><style>${STYLE}</style>
<main><h1>${say('No internet connection')}</h1><p>${say(MESSAGES[what])}</p><p><a class="button" href="">${say('Try again')}</a> <button type="button" onclick="history.back()">${say('Go back')}</button></p>${list}</main></html>`
  return new Response(html, {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

const MESSAGES = {
  page: 'This page is not saved on this phone. Your cart and your orders are safe.',
  unsent: 'We sent nothing. Go back: what you typed is still there.',
  perhaps: 'We got no answer. Look at your orders before you send it again. The same form sent twice counts once.',
}

async function listItem(url, { copy, say }) {
  const title = /<title>([^<]*)/.exec(await copy.clone().text())?.[1]?.replace(/ · [^·]*$/, '') ?? url
  return `<li><a href="${escaped(new URL(url).pathname + new URL(url).search)}">${title}</a><small>${savedText(copy, say)}</small></li>`
}

const STYLE = `:root{color-scheme:light dark}body{margin:0;background:#fbf7ee;color:#1d1a16;font:16px/1.55 system-ui,sans-serif}
main{max-width:34rem;margin:auto;padding:24px 16px}h1{font-size:28px;line-height:1.15}h2{font-size:18px;margin-top:32px}
ul{list-style:none;padding:0;border-top:1px solid #e4d9c2}li{display:flex;justify-content:space-between;gap:12px;align-items:center;border-bottom:1px solid #e4d9c2;min-height:48px}
li a{color:inherit}small{color:#5f574b;font-size:14px;flex:none}.button,button{display:inline-block;border-radius:8px;border:2px solid #0b6b3a;padding:10px 18px;font:inherit;font-weight:700;background:#0b6b3a;color:#fff;text-decoration:none;cursor:pointer}
button{background:none;color:inherit;border-color:currentcolor}
@media(prefers-color-scheme:dark){body{background:#15130f;color:#f4eee2}ul,li{border-color:#39342b}small{color:#b9af9e}.button{background:#5fcb8e;border-color:#5fcb8e;color:#0e1f15}}`
