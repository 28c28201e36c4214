/** The publishable key, read from the page. */
export function sitePublishableKey(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="publishable-key"]')?.content ?? ''
}
