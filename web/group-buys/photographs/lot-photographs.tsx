import { useLingui } from '@lingui/react'
import { useShell } from '#web/shell.ts'
import { longDay } from '#web/ui/format.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { pictureSources } from '#web/ui/pictures/picture-sources.ts'
import type { LotPhotograph } from './queries.ts'

interface LotPhotographsProps {
  photographs: readonly LotPhotograph[]
  /** The product's name. */
  name: string
}

/**
 * Photographs of the goods of one buy. Only the first thumbnail loads with the page; the others load when their list is
 * opened, and a large picture on a tap. Needs no scripts.
 */
export function LotPhotographs({ photographs, name }: LotPhotographsProps) {
  const { i18n } = useLingui()
  const [first, ...others] = photographs
  if (!first) return null
  return (
    <section aria-labelledby="lot-photographs">
      <h2 id="lot-photographs" className="mb-2 text-18">
        {i18n.t('Photographs of this lot')}
      </h2>
      <LotPhoto photograph={first} number={1} name={name} />
      {others.length > 0 && (
        <details className="mt-1">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-adire underline underline-offset-4">
            {i18n.t('Show all {count} photographs', { count: photographs.length })}
          </summary>
          <ul className="grid gap-3 pt-2 sm:grid-cols-2">
            {others.map((photograph, index) => (
              <li key={photograph.id}>
                <LotPhoto photograph={photograph} number={index + 2} name={name} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

interface LotPhotoProps {
  photograph: LotPhotograph
  number: number
  name: string
}

function LotPhoto({ photograph: { url, caption, created_at: at }, number, name }: LotPhotoProps) {
  const { i18n } = useLingui()
  const { savesData } = useShell()
  const picture = (
    <Picture
      src={url}
      alt={caption || i18n.t('{name}, photograph {number}', { name, number })}
      width={112}
      height={112}
      className="size-28 rounded-field bg-kraft"
    />
  )
  return (
    <figure className="grid grid-cols-[112px_minmax(0,1fr)] items-center gap-x-4">
      {/* A saver of data loads the thumbnail first, with a button that cannot be inside of a link. */}
      {savesData ? picture : <a href={largePicture(url)}>{picture}</a>}
      <figcaption className="text-14">
        {caption && <p className="font-semibold break-words">{caption}</p>}
        <p className="text-soft">{i18n.t('The shop added it on {day}.', { day: longDay(at) })}</p>
        {savesData && (
          <a href={largePicture(url)} className="inline-flex min-h-11 items-center text-link">
            {i18n.t('See it large')}
          </a>
        )}
      </figcaption>
    </figure>
  )
}

const largePicture = (url: string): string => pictureSources(url, 960).src
