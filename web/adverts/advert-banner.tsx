import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { Picture } from '#web/ui/pictures/picture.tsx'
import type { ShownAdvert } from './queries.ts'

/** A full-width banner, labelled as an advert. External links are marked and send no referrer. */
export function AdvertBanner({ advert }: { advert: ShownAdvert | undefined }) {
  const { i18n } = useLingui()
  if (!advert) return null
  const label = i18n.t('Advert: {title}', { title: advert.title })
  const host = externalHost(advert.link_url)
  const body = (
    <>
      {advert.image_url && (
        <Picture src={advert.image_url} alt="" width={80} height={80} className="size-14 shrink-0 md:size-20" />
      )}
      <span className="min-w-0">
        <span className="block text-14 text-soft">{i18n.t('Advert')}</span>
        <span className="block leading-tight font-bold md:text-18">{advert.title}</span>
        {host && (
          <span className="block text-14 break-all text-soft">{i18n.t('Opens {host}, another site', { host })}</span>
        )}
      </span>
    </>
  )
  const look = 'flex items-center gap-4 rounded-card border border-dashed border-field bg-card px-3 py-2 my-4 md:my-6'
  if (!advert.link_url)
    return (
      <aside className={look} aria-label={label}>
        {body}
      </aside>
    )
  return (
    <aside aria-label={label}>
      {advert.link_url.startsWith('/') ? (
        <Link to={advert.link_url} className={look}>
          {body}
        </Link>
      ) : (
        <a href={advert.link_url} target="_blank" rel="noopener nofollow sponsored" className={look}>
          {body}
        </a>
      )}
    </aside>
  )
}

/** The host of an external link; null for a link within this site. */
function externalHost(link: string | null): string | null {
  // Not `new URL`, which throws for a host such as `https://:1`, and would take the page down with its advert.
  return /^https:\/\/([^/?#]+)/.exec(link ?? '')?.[1] ?? null
}
