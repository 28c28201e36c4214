import { english } from '#web/languages/i18n.ts'
import { LANGUAGES, type Language } from '#web/languages/languages.ts'
import { bannerLineHtml, bannerLook, type ShownBanner } from '../banner-html.ts'

/** A banner as a phone shows it. */
export function BannerPreview({ banner, language = 'en' }: { banner: ShownBanner; language?: Language }) {
  return (
    <div className="max-w-96 overflow-hidden border border-grain">
      <div
        lang={LANGUAGES[language].tag}
        className={bannerLook(banner)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by bannerLineHtml.
        dangerouslySetInnerHTML={{ __html: bannerLineHtml(banner, { i18n: english, language }) }}
      />
    </div>
  )
}
