import { useLingui } from '@lingui/react'
import { type ReactNode, useRef, useState } from 'react'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { FieldShell } from '#web/ui/controls/field.tsx'
import { FileInput } from './file-input.tsx'
import type { UploadBucket } from './upload-faults.ts'
import { UploadRows } from './upload-rows.tsx'
import { useUploads } from './use-uploads.ts'

interface UploadFieldProps {
  label: string
  hint: ReactNode
  name: string
  /** The field's button, once scripts run. */
  choose: string
  bucket: Exclude<UploadBucket, 'pictures'>
  accept: string
  /** The largest number of files. */
  most: number
  error?: TranslatableText | undefined
  required?: boolean | undefined
  /** Opens the phone's camera at once. */
  capture?: 'environment'
  /** Larger pictures are resized on the device. */
  shrinkAboveBytes?: number
}

/** Above this a photograph of a phone is larger than it has to be to show something. */
const SHRINK_ABOVE_BYTES = 700_000

/**
 * Files of a form: uploaded in parts as soon as they are chosen, so that a line that breaks loses little. The form has
 * their names, or without scripts the files. Read with `storeUploads`.
 */
export function UploadField({ label, hint, error, required, most, ...options }: UploadFieldProps) {
  const { i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { name, bucket, shrinkAboveBytes = SHRINK_ABOVE_BYTES } = options
  const { uploads, held, take, retry, remove } = useUploads(input, {
    field: name,
    bucket,
    shrinkAboveBytes,
    maxAgeSeconds: 3_600,
    isNamedByContent: false,
  })
  function choose(files: readonly File[]) {
    if (most === 1) for (const { id } of uploads) remove(id)
    const room = most === 1 ? 1 : most - uploads.filter(({ state }) => state !== 'refused').length
    setOver(files.length > room)
    take(files.slice(0, room))
  }
  const tooMany = isOver ? i18n.t('At most {count} files: the others were left out.', { count: most }) : undefined
  return (
    <FieldShell label={label} hint={hint} error={tooMany ?? error} required={required}>
      {(ties) => (
        <div className="grid gap-2">
          <UploadRows uploads={uploads} held={held} onRemove={remove} onRetry={retry} />
          {uploads.map(({ id, name: stored }) => stored && <input key={id} type="hidden" name={name} value={stored} />)}
          <FileInput
            {...ties}
            ref={input}
            name={name}
            accept={options.accept}
            capture={options.capture}
            multiple={most > 1}
            required={required === true && uploads.length === 0}
            button={options.choose}
            isLabelled
            onFiles={choose}
          />
        </div>
      )}
    </FieldShell>
  )
}
