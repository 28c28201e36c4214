/** The key that browsers may hold, as the page itself names it. */
export function sitePublishableKey(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="publishable-key"]')?.content ?? ''
}
