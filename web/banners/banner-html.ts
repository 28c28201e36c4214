import type { I18n } from '@lingui/core'
import { type Banner, type BannerTitles, bannerTitle } from '#domain/banners/banner.ts'
import { escapedXml } from '#web/files/xml.ts'
import type { Language } from '#web/languages/languages.ts'

/** The part of a banner that is shown. */
export type ShownBanner = BannerTitles & Pick<Banner, 'tone' | 'link_path'>

interface BannerLanguage {
  i18n: I18n
  language: Language
}

/** A banner as HTML in the page's language. */
export function bannerHtml(banner: ShownBanner, at: BannerLanguage): string {
  const label = escapedXml(labelOf(banner, at))
  return `<aside aria-label="${label}" class="${bannerLook(banner)} print:hidden">${bannerLineHtml(banner, at)}</aside>`
}

export const bannerLook = ({ tone }: Pick<Banner, 'tone'>): string =>
  tone === 'warning' ? 'border-b border-oil bg-oil-wash' : 'border-b border-adire bg-adire-wash'

/**
 * Its line, in English where it has none in the language. The whole line is the link, which loads a new document: the
 * banner is no component.
 */
export function bannerLineHtml(banner: ShownBanner, at: BannerLanguage): string {
  const { title, isEnglish } = bannerTitle(banner, at.language)
  const lang = isEnglish && at.language !== 'en' ? ' lang="en"' : ''
  const line = banner.link_path
    ? `<a href="${escapedXml(banner.link_path)}" class="text-link"${lang}>${escapedXml(title)}</a>`
    : `<span${lang}>${escapedXml(title)}</span>`
  const lead = banner.tone === 'warning' ? `<strong>${escapedXml(labelOf(banner, at))}:</strong> ` : ''
  return `<p class="mx-auto max-w-page px-4 py-2 wrap-anywhere">${lead}${line}</p>`
}

const labelOf = ({ tone }: Pick<Banner, 'tone'>, { i18n }: BannerLanguage): string =>
  tone === 'warning' ? i18n.t('Warning') : i18n.t('Notice')
