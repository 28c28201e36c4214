import { pictureSources } from './picture-sources.ts'

interface PictureProps {
  /** A row's `image_url`, `logo_url` or `featured_image`; the empty basin without one. */
  src: string | null | undefined
  /** Empty where the name stands beside it. */
  alt: string
  /** How wide it is shown, as in HTML: "(min-width: 700px) 300px, 96px". By default `width`. */
  sizes?: string | undefined
  /** Of its box, in CSS pixels; the widest if it changes. */
  width: number
  height: number
  /** Loads at once and first: for what a page is about. */
  eager?: boolean
  className?: string | undefined
}

/** A stored photograph in the lightest form and size that the browser takes, or a drawn picture as it is. Its box never moves. */
export function Picture({ src, alt, sizes, width, height, eager = false, className }: PictureProps) {
  const shown = pictureSources(src ?? null, width)
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
      style={
        // A photograph fills its box, where a drawing keeps a margin on the kraft.
        shown.isPhoto ? { objectFit: 'cover', padding: 0, backgroundColor: shown.colour ?? undefined } : undefined
      }
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
