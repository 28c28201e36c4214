import { cx } from '#web/ui/cx.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'

interface CoverProps {
  post: { slug: string; featured_image: string | null; category: { slug: string } | null }
  /** The maximum width in CSS pixels. */
  width: number
  eager?: boolean
  className?: string
}

/** A post's picture in 16:9; by default a drawing for its category. */
export function Cover({ post, width, eager = false, className }: CoverProps) {
  const src = coverPath(post)
  // Basins are square and keep a margin; other pictures fill the box.
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

/** The scene of a category's covers; "market" for others. */
const PLACES: Readonly<Record<string, string>> = {
  'how-it-works': 'sharing',
  'in-the-kitchen': 'kitchen',
  'market-prices': 'price',
  vendors: 'farm',
}
const FOODS = ['rice', 'tomatoes', 'plantain']

/** The post's picture, or a drawing chosen by a stable hash of its slug. */
export function coverPath({ slug, featured_image: chosen, category }: CoverProps['post']): string {
  if (chosen) return chosen
  const sum = [...slug].reduce((before, character) => (before * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 7)
  return `/covers/${FOODS[sum % FOODS.length]}.${PLACES[category?.slug ?? ''] ?? 'market'}.svg`
}
