import { useLingui } from '@lingui/react'
import { cx } from './cx.ts'

interface PictureOnTapProps {
  src: string
  alt: string
  width: number
  height: number
  className?: string | undefined
  style?: React.CSSProperties
}

/** For whoever saves data: the box of a photograph in its own colour. web/theme/low-data.js puts the photograph in when it is tapped. */
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
