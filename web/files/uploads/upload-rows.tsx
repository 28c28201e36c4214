import { useLingui } from '@lingui/react'
import { translate } from '#web/languages/translate.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { FieldUpload } from './field-upload.ts'
import type { HeldForm } from './use-uploads.ts'

interface UploadRowsProps {
  uploads: readonly FieldUpload[]
  held: HeldForm
  onRemove(id: string): void
  onRetry(id: string): void
}

/** The chosen files of a field, and how far each is. */
export function UploadRows({ uploads, held, onRemove, onRetry }: UploadRowsProps) {
  const { i18n } = useLingui()
  return (
    <>
      {uploads.length > 0 && (
        <ul className="grid gap-2">
          {uploads.map((upload) => (
            <li key={upload.id} className="flex items-center gap-3 rounded-field border border-grain bg-card p-2">
              <Thumbnail {...upload} />
              <div className="min-w-0 flex-1">
                <div className="flex items-center justify-between gap-3">
                  <p className="truncate text-14 text-soft">{upload.fileName}</p>
                  <div className="flex shrink-0">
                    {upload.state === 'refused' && upload.canRetry && (
                      <Button type="button" tone="quiet" size="small" onClick={() => onRetry(upload.id)}>
                        {i18n.t('Try again')}
                      </Button>
                    )}
                    <Button
                      type="button"
                      tone="quiet"
                      size="small"
                      onClick={() => onRemove(upload.id)}
                      aria-label={i18n.t('Remove {name}', { name: upload.fileName })}
                    >
                      {i18n.t('Remove')}
                    </Button>
                  </div>
                </div>
                <State {...upload} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {held && (
        <p role="alert" className="text-14 font-semibold">
          {held === 'sending'
            ? i18n.t('It is sent as soon as the files are uploaded. Keep this page open.')
            : i18n.t('Nothing is sent yet: remove the file that was refused, or choose another.')}
        </p>
      )}
    </>
  )
}

/** A file that is no picture leaves its place empty. */
function hide({ currentTarget }: { currentTarget: HTMLElement }): void {
  currentTarget.style.visibility = 'hidden'
}

function Thumbnail({ preview }: FieldUpload) {
  const { i18n } = useLingui()
  if (preview)
    return (
      <span className="size-14 shrink-0 overflow-hidden rounded-field bg-kraft">
        <img src={preview} alt="" width={56} height={56} className="size-14 object-cover" onError={hide} />
      </span>
    )
  return (
    <span className="grid size-14 shrink-0 place-items-center rounded-field bg-kraft text-14 font-semibold">
      {i18n.t('Film')}
    </span>
  )
}

function State({ state, share, fault }: FieldUpload) {
  const { i18n } = useLingui()
  const percent = Math.floor(share * 100)
  if (state === 'stored')
    return (
      <p role="status" className="text-14 font-semibold text-leaf">
        {i18n.t('Uploaded')}
      </p>
    )
  if (state === 'refused')
    return (
      <p role="alert" className="field-error">
        {translate(i18n, fault ?? '')}
      </p>
    )
  const isWaiting = state === 'waiting'
  return (
    <>
      <p role={isWaiting ? 'status' : undefined} className={cx('text-14 tabular-nums', isWaiting && 'font-semibold')}>
        {isWaiting
          ? i18n.t('No line. It goes on from {percent}% when the line is back.', { percent })
          : share < 1
            ? i18n.t('Uploading {percent}%', { percent })
            : i18n.t('Uploaded. It is being checked')}
      </p>
      <div
        role="progressbar"
        aria-valuenow={percent}
        aria-label={i18n.t('Share of the file that is uploaded')}
        className="mt-1 h-2.5 overflow-hidden rounded-chip border border-field bg-card"
      >
        <div className="h-full bg-leaf" style={{ width: `${percent}%` }} />
      </div>
    </>
  )
}
