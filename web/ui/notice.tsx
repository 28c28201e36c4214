import Check from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import Alert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type NoticeTone = 'success' | 'error' | 'info' | 'warning'

const LOOKS = {
  success: { icon: Check, className: 'border-leaf bg-leaf-wash', iconClass: 'text-leaf' },
  error: { icon: Alert, className: 'border-pepper bg-pepper-wash', iconClass: 'text-pepper' },
  info: { icon: Info, className: 'border-adire bg-adire-wash', iconClass: 'text-adire' },
  warning: { icon: Alert, className: 'border-oil bg-oil-wash', iconClass: 'text-ink' },
} as const

interface NoticeProps {
  tone: NoticeTone
  title?: string
  children: ReactNode
  className?: string
}

/** A result or a warning in the page. Screen readers announce errors at once, the rest at the next pause. */
export function Notice({ tone, title, children, className }: NoticeProps) {
  const look = LOOKS[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cx('flex gap-3 rounded-field border border-l-4 px-4 py-3', look.className, className)}
    >
      <look.icon aria-hidden size={20} className={cx('mt-0.5 shrink-0', look.iconClass)} />
      <div className="min-w-0">
        {title && <p className="font-bold">{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  )
}
