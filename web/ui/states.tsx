import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { LOAD_AGAIN } from '#domain/texts/screens.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { translate } from '#web/languages/translate.ts'

interface EmptyStateProps {
  /** The specification's text if it has one. */
  title: string
  /** The future content, and the first step. */
  children?: ReactNode
  action?: ReactNode
}

/** The state of an empty list: a picture, what will appear here, and the first step. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-4 rounded-card border border-dashed border-field p-5 sm:flex-row sm:items-center md:p-8">
      <img src="/basins/empty.svg" alt="" width={96} height={96} className="shrink-0" />
      <div className="max-w-measure">
        <p className="text-18 font-bold">{title}</p>
        {children && <div className="mt-1 text-soft">{children}</div>}
        {action && <div className="mt-4">{action}</div>}
      </div>
    </div>
  )
}

interface ErrorStateProps {
  message: TranslatableText
  /** The data that is safe, and the next step. */
  children?: ReactNode
  /** Advises to reload the page; a text comes before the advice. */
  reload?: boolean | string
  /** Tries again. */
  action?: ReactNode
}

/** The state of a list that could not be loaded. */
export function ErrorState({ message, children, reload, action }: ErrorStateProps) {
  const { i18n } = useLingui()
  const again = i18n.t(LOAD_AGAIN)
  return (
    <div role="alert" className="rounded-card border border-pepper bg-pepper-wash p-5">
      <p className="font-bold text-pepper">{translate(i18n, message)}</p>
      {children && <div className="mt-1">{children}</div>}
      {reload && <p className="mt-1">{reload === true ? again : `${reload} ${again}`}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}

/** A spinner for the blog's category filter; other lists use skeletons. */
export function Spinner({ label }: { label: string }) {
  return (
    <p role="status" className="flex items-center gap-3 text-soft">
      <span aria-hidden className="spinner" />
      {label}
    </p>
  )
}
