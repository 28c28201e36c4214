import { useLingui } from '@lingui/react'
import { cx } from '../cx.ts'

interface PictureOnTapProps {
  src: string
  alt: string
  width: number
  height: number
  className?: string | undefined
  style?: React.CSSProperties
}

/**
 * The placeholder of a photo for users who save data, in its average colour. web/theme/low-data.js loads the photo on
 * tap.
 */
export function PictureOnTap({ src, alt, width, height, className, style = {} }: PictureOnTapProps) {
  const { i18n } = useLingui()
  return (
    <button
      type="button"
      data-picture={src}
      aria-label={alt ? i18n.t('Show the picture: {picture}', { picture: alt }) : i18n.t('Show the picture')}
      className={cx('group relative z-10 grid place-items-center overflow-hidden', className)}
      style={style}
    >
      <img hidden alt={alt} width={width} height={height} className="size-full object-cover" />
      <span className="rounded-chip bg-card px-2 py-1 text-14 font-semibold text-ink group-data-[shown]:hidden">
        {i18n.t('Show')}
      </span>
    </button>
  )
}
