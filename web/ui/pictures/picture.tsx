import type { CSSProperties } from 'react'
import { useShell } from '#web/shell.ts'
import { PictureOnTap } from './picture-on-tap.tsx'
import { pictureSources } from './picture-sources.ts'

interface PictureProps {
  /** A row's `image_url`, `logo_url` or `featured_image`; the empty basin without one. */
  src: string | null | undefined
  /** Empty where the name is shown next to it. */
  alt: string
  /** The `sizes` attribute: "(min-width: 700px) 300px, 96px". By default `width`. */
  sizes?: string | undefined
  /** The box in CSS pixels; the widest if it changes. */
  width: number
  height: number
  /** Loads at once with high priority: for a page's main picture. */
  eager?: boolean
  className?: string | undefined
}

/** A photo fills its box; a drawing keeps its margin, on a cloth or the box's own background. */
function styleOf({ isPhoto, colour, cloth }: ReturnType<typeof pictureSources>): { style?: CSSProperties } {
  if (isPhoto) return { style: { objectFit: 'cover', padding: 0, ...(colour && { backgroundColor: colour }) } }
  return cloth ? { style: { backgroundImage: `url(${cloth})` } } : {}
}

/**
 * A stored photo in the smallest format and size that the browser supports, or a drawing as it is. Causes no layout
 * shift.
 */
export function Picture({ src, alt, sizes, width, height, eager = false, className }: PictureProps) {
  const { savesData } = useShell()
  const shown = pictureSources(src ?? null, width)
  if (savesData && shown.isPhoto) {
    const light = shown.src.replace('format=jpeg', 'format=webp')
    return (
      <PictureOnTap src={light} alt={alt} width={width} height={height} className={className} {...styleOf(shown)} />
    )
  }
  const image = (
    <img
      src={shown.src}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      {...(eager && { fetchPriority: 'high' })}
      className={className}
      {...styleOf(shown)}
    />
  )
  if (shown.sources.length === 0) return image
  return (
    <picture className="contents">
      {shown.sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes ?? `${width}px`} />
      ))}
      {image}
    </picture>
  )
}
