import type { RouterContextProvider } from 'react-router'
import { chooseBanner } from '#domain/banners/banner.ts'
import { bannersContext, i18nContext } from '#web/context.ts'
import type { Language } from '#web/languages/languages.ts'
import { bannerHtml } from './banner-html.ts'

interface BannerRequest {
  role: string
  /** Staff of a shop have the duty `packing`. */
  duties: readonly string[]
  state: string | null
  language: Language
}

/**
 * The HTML of the banner that the viewer sees now; empty for none. Pages that are cached for all visitors vary by
 * language and state, which is all that it depends on for them.
 */
export function readBanner(
  context: Readonly<RouterContextProvider>,
  { role, duties, state, language }: BannerRequest,
): string {
  const reader = { isShop: role === 'vendor' || duties.includes('packing'), state }
  const banner = chooseBanner(context.get(bannersContext).current(), reader, Date.now())
  return banner ? bannerHtml(banner, { i18n: context.get(i18nContext), language }) : ''
}
