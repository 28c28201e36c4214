import { cx } from './cx.ts'
import { Picture } from './pictures/picture.tsx'

interface AvatarProps {
  name: string
  /** A picture instead of the letters. */
  src?: string | null
  size?: 'small' | 'medium' | 'large'
}

/** Classes and side in pixels. */
const SIZES = {
  small: ['size-8 text-14', 32],
  medium: ['size-11 text-16', 44],
  large: ['size-20 text-28', 80],
} as const

/** A picture, or a circle with the name's initials. Decorative: the name is shown next to it. */
export function Avatar({ name, src, size = 'medium' }: AvatarProps) {
  const [look, pixels] = SIZES[size]
  if (src)
    return (
      <Picture
        src={src}
        alt=""
        width={pixels}
        height={pixels}
        className={cx('shrink-0 rounded-chip object-cover', look)}
      />
    )
  return (
    <span aria-hidden className={cx('avatar', look)}>
      {initials(name)}
    </span>
  )
}

/** "NA" for "Ngozi Adeyemi", "MO" for "Mama Ope Foods". */
function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')
}
