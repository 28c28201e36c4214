import { cx } from '#web/ui/cx.ts'
import { Picture } from '#web/ui/picture.tsx'

interface CoverProps {
  post: { slug: string; featured_image: string | null; category: { slug: string } | null }
  /** In CSS pixels, at its widest. */
  width: number
  eager?: boolean
  className?: string
}

/** A post's picture; drawn for its category where nobody has chosen one. Sixteen to nine. */
export function Cover({ post, width, eager = false, className }: CoverProps) {
  const src = coverOf(post)
  // A basin is square and keeps a margin; all else fills the box.
  const fit = src.startsWith('/basins/') ? 'object-contain p-3' : 'object-cover'
  return (
    <Picture
      src={src}
      alt=""
      sizes={`(min-width: ${width}px) ${width}px, 100vw`}
      width={width}
      height={Math.round((width * 9) / 16)}
      eager={eager}
      className={cx('aspect-video w-full bg-kraft', fit, className)}
    />
  )
}

/** Where posts of a category are set; others in the market. */
const PLACES: Readonly<Record<string, string>> = {
  'how-it-works': 'sharing',
  'in-the-kitchen': 'kitchen',
  'market-prices': 'price',
  vendors: 'farm',
}
const FOODS = ['rice', 'tomatoes', 'plantain']

/** The same for a post on every day. */
export function coverOf({ slug, featured_image: chosen, category }: CoverProps['post']): string {
  if (chosen) return chosen
  const sum = [...slug].reduce((before, sign) => (before * 31 + (sign.codePointAt(0) ?? 0)) % 65_521, 7)
  return `/covers/${FOODS[sum % FOODS.length]}.${PLACES[category?.slug ?? ''] ?? 'market'}.svg`
}
