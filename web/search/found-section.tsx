import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { SearchHit } from '#api/search.ts'
import type { HitGroup } from '#domain/search/hit-groups.ts'
import { useFarText } from '#web/places/area/use-far-text.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { hitPath, listPath } from './search-paths.ts'
import { allHitsText, HEADINGS, priceText } from './search-texts.ts'

interface FoundSectionProps extends HitGroup<SearchHit> {
  q: string
  near: boolean
}

/** The first hits of one kind, and a link to all of them. */
export function FoundSection({ kind, total, hits, q, near }: FoundSectionProps) {
  const { i18n } = useLingui()
  return (
    <section className="mt-6" aria-labelledby={`found-${kind}`}>
      <SectionHeading
        id={`found-${kind}`}
        action={
          !near &&
          total > hits.length && (
            <Link to={listPath(kind, q)} className="text-link inline-flex min-h-11 items-center">
              {allHitsText(i18n, { kind, total })}
            </Link>
          )
        }
      >
        {i18n.t(HEADINGS[kind])}
      </SectionHeading>
      <ul className="divide-y divide-grain rounded-card border border-grain bg-card">
        {hits.map((hit) => (
          <HitRow key={hit.id} hit={hit} />
        ))}
      </ul>
    </section>
  )
}

function HitRow({ hit }: { hit: SearchHit }) {
  const { i18n } = useLingui()
  const { kind, title, shop, place, image_url: picture, is_open: isOpen } = hit
  const far = useFarText(hit.state)
  // The city comes first, so that a long name of a shop cannot hide it.
  const where = kind === 'shop' ? place : [place, shop].filter(Boolean).join(' · ')
  return (
    <li className="relative flex gap-3 p-3">
      <Picture src={picture} alt="" width={64} height={64} className="size-16 shrink-0 rounded-field bg-kraft" />
      <div className="min-w-0 flex-1 self-center">
        <h3 className="text-16 break-words">
          <Link to={hitPath(hit)} className="text-ink no-underline after:absolute after:inset-0 hover:underline">
            {title}
          </Link>
        </h3>
        {where && <p className="line-clamp-1 text-14 text-soft">{where}</p>}
        {far && <p className="text-14 font-semibold">{far}</p>}
        {hit.price !== null && (
          <p className="text-14">
            <span className="font-bold tabular-nums">{priceText(i18n, hit)}</span>
            {kind === 'group_buy' && <span className="text-leaf"> {i18n.t('now, together')}</span>}
            {!isOpen && <span className="text-soft"> · {i18n.t('not on sale now')}</span>}
          </p>
        )}
      </div>
    </li>
  )
}
