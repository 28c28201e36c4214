import { useLingui } from '@lingui/react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../button.tsx'

interface DialogProps {
  open: boolean
  /** Called on Escape, a press outside the dialog, or the caller's button. */
  onClose: () => void
  title: string
  children?: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
}

/** A modal dialog. The native <dialog> traps and restores the focus. */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = box.current
    if (open && !dialog?.open) dialog?.showModal()
    if (!open && dialog?.open) dialog.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog natively; the click is a press on the backdrop.
    <dialog
      ref={box}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === box.current && onClose()}
      className="dialog"
    >
      <div className="p-5">
        <h2 id={titleId} className="text-22">
          {title}
        </h2>
        {children && <div className="mt-2">{children}</div>}
        {actions && <div className="mt-5 flex flex-wrap justify-end gap-3">{actions}</div>}
      </div>
    </dialog>
  )
}

interface ConfirmDialogProps {
  open: boolean
  /** The question, shown verbatim. */
  question: string
  /** The consequence, in one sentence. */
  detail?: ReactNode
  /** The verb: "Delete deal". */
  confirmLabel: string
  cancelLabel?: string
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation of an irreversible action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, question, detail, confirmLabel, cancelLabel, busy = false, onConfirm, onCancel } = props
  const { i18n } = useLingui()
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={question}
      actions={
        <>
          <Button type="button" tone="plain" onClick={onCancel} autoFocus>
            {cancelLabel ?? i18n.t('Keep it')}
          </Button>
          <Button type="button" tone="danger" busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {detail}
    </Dialog>
  )
}
