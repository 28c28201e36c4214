import { cx } from './cx.ts'

interface AvatarProps {
  name: string
  /** A picture instead of the letters. */
  src?: string | null
  size?: 'small' | 'medium' | 'large'
}

const SIZES = { small: 'size-8 text-14', medium: 'size-11 text-16', large: 'size-20 text-28' }

/** A cloth circle with a name's initials; the name itself is next to it. */
export function Avatar({ name, src, size = 'medium' }: AvatarProps) {
  if (src) return <img src={src} alt="" className={cx('shrink-0 rounded-chip object-cover', SIZES[size])} />
  return (
    <span aria-hidden className={cx('avatar', SIZES[size])}>
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
