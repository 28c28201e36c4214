import quietScript from './quiet.js?url&no-inline'

/**
 * A page with its modules marked so that browsers leave them alone until `web/quiet.js` wakes them; a page without that script as it
 * is. No text of a person's can look like these tags, because it has no `<`.
 */
export function asleepIfLate(html: string): string {
  if (!html.includes(`<script src="${quietScript}"`)) return html
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="x-modulepreload"')
    .replace(/<script((?: nonce="[^"]*")?) type="module"/, '<script$1 type="x-module"')
}
