import quietScript from './hydrate-on-interaction.js?url&no-inline'

/**
 * Changes the type of a page's module scripts, so that browsers ignore them until
 * `web/rendering/hydrate-on-interaction.js` restores it. Returns a page without that script
 * unchanged. User content cannot match these tags, because its `<` is escaped.
 */
export function deferModules(html: string): string {
  if (!html.includes(`<script src="${quietScript}"`)) return html
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="x-modulepreload"')
    .replace(/<script((?: nonce="[^"]*")?) type="module"/, '<script$1 type="x-module"')
}
