import { useLingui } from '@lingui/react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Form } from 'react-router'
import { Button, buttonClass, LinkButton } from '../button.tsx'

interface QuestionProps {
  /** The question, shown verbatim. */
  question: string
  /** Consequences, and what happens next. */
  detail?: ReactNode
  /** The verb: "Delete deal". */
  confirmLabel: string
  /** Default `danger`; `primary` for what can be undone or harms no one. */
  confirmTone?: 'danger' | 'primary'
  cancelLabel?: string
  /** Fields below the question. */
  choice?: ReactNode
  /** Hidden fields, sent by POST to `action` (by default this page). */
  fields: Readonly<Record<string, string>>
  action?: string
}

interface ConfirmFormProps extends QuestionProps {
  /** Content of the button that opens the question. */
  children: ReactNode
  /** The button's style; a small icon button needs `label` too. */
  className?: string
  label?: string
}

/** A form that requires confirmation. The question is a native popover, so it works without scripts. */
export function ConfirmForm({ children, className, label, ...question }: ConfirmFormProps) {
  const { i18n } = useLingui()
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button type="button" popoverTarget={id} className={className} aria-label={label} title={label}>
        {children}
      </button>
      <dialog
        ref={box}
        id={id}
        popover="auto"
        aria-labelledby={`${id}-question`}
        onToggle={(event) => event.newState === 'open' && cancel.current?.focus()}
        className="dialog text-left whitespace-normal"
      >
        <Question
          {...question}
          id={`${id}-question`}
          onSubmit={() => box.current?.hidePopover()}
          cancel={
            <button
              ref={cancel}
              type="button"
              popoverTarget={id}
              popoverTargetAction="hide"
              className={buttonClass({ tone: 'plain' })}
            >
              {question.cancelLabel ?? i18n.t('Keep it')}
            </button>
          }
        />
      </dialog>
    </>
  )
}

interface ConfirmInPlaceProps extends QuestionProps {
  /** Target of the cancel link. */
  cancelTo: string
}

/** The same question on the page itself, for consequences that the server computes from the input. */
export function ConfirmInPlace({ cancelTo, ...question }: ConfirmInPlaceProps) {
  const { i18n } = useLingui()
  const id = useId()
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby={id}
      className="max-w-[560px] rounded-card border border-grain bg-card"
    >
      <Question
        {...question}
        id={id}
        cancel={
          <LinkButton to={cancelTo} tone="plain" preventScrollReset>
            {question.cancelLabel ?? i18n.t('Keep it')}
          </LinkButton>
        }
      />
    </section>
  )
}

interface QuestionFormProps extends QuestionProps {
  id: string
  cancel: ReactNode
  onSubmit?: () => void
}

function Question({
  id,
  question,
  detail,
  confirmLabel,
  confirmTone = 'danger',
  choice,
  fields,
  action,
  cancel,
  onSubmit,
}: QuestionFormProps) {
  return (
    <div className="p-5">
      <h2 id={id} className="text-22">
        {question}
      </h2>
      {detail && <div className="mt-2">{detail}</div>}
      <Form
        method="post"
        {...(action && { action })}
        {...(onSubmit && { onSubmit })}
        preventScrollReset
        className="mt-5 flex flex-wrap justify-end gap-3"
      >
        {choice && <div className="w-full">{choice}</div>}
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {cancel}
        <Button tone={confirmTone}>{confirmLabel}</Button>
      </Form>
    </div>
  )
}
