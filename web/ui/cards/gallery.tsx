import { useLingui } from '@lingui/react'
import { Picture } from '../pictures/picture.tsx'

interface GalleryProps {
  /** URLs of pictures in display order. */
  pictures: readonly (string | null)[]
  /** Name of the subject: "Ofada rice". */
  name: string
  /** The large picture's `sizes` attribute. */
  sizes?: string
}

/** Several pictures in a swipeable row, with a thumbnail for each below. One picture is shown alone. */
export function Gallery({ pictures, name, sizes = '(min-width: 700px) 480px, 100vw' }: GalleryProps) {
  const { i18n } = useLingui()
  const shown = pictures.length === 0 ? [null] : pictures
  const several = shown.length > 1
  return (
    <section
      aria-label={i18n.t('Pictures of {name}', { name })}
      className="grid content-start gap-2"
      style={{ maxWidth: '30rem' }}
    >
      <ul
        className="flex overflow-x-auto rounded-card bg-kraft"
        style={{ scrollSnapType: 'x mandatory' }}
        // Makes the row scrollable with the keyboard.
        tabIndex={several ? 0 : undefined}
      >
        {shown.map((src, index) => (
          <li
            key={src}
            id={several ? `picture-${index + 1}` : undefined}
            className="w-full shrink-0"
            style={{ scrollSnapAlign: 'start', scrollMarginTop: '5rem' }}
          >
            <Picture
              src={src}
              alt={
                several
                  ? i18n.t('{name}, picture {number} of {all}', { name, number: index + 1, all: shown.length })
                  : ''
              }
              sizes={sizes}
              width={480}
              height={480}
              eager={index === 0}
              className="aspect-square w-full object-contain p-4"
            />
          </li>
        ))}
      </ul>
      {several && (
        <ul className="flex flex-wrap gap-2">
          {shown.map((src, index) => (
            <li key={src}>
              <a
                href={`#picture-${index + 1}`}
                aria-label={i18n.t('Picture {number}', { number: index + 1 })}
                className="block rounded-field bg-kraft"
              >
                <Picture src={src} alt="" width={48} height={48} className="size-12 rounded-field" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
