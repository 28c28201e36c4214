import { useLingui } from '@lingui/react'
import { type ReactNode, useId, useRef } from 'react'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { translate } from '#web/languages/translate.ts'
import { markFault } from '#web/ui/controls/field.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { FileInput } from '../uploads/file-input.tsx'
import { pictureAddress } from '../uploads/stored-picture.ts'
import { UploadRows } from '../uploads/upload-rows.tsx'
import { useUploads } from '../uploads/use-uploads.ts'

/** The form's field with the files themselves. */
export const PHOTO_FILE = 'photo_file'

interface PhotoFieldProps {
  photos: readonly string[]
  /** The photos as stored when the form was opened. */
  seen: readonly string[]
  error?: TranslatableText | undefined
  /** Whether a new photo is added to the others or replaces the current one. */
  several: boolean
  /** Photos with a caption and a place each, in the order of `photos`: their captions. */
  captions?: readonly string[]
}

/** Smaller files are not resized. */
const SHRINK_ABOVE_BYTES = 700_000
const YEAR_SECONDS = 31_536_000

/**
 * Takes photos from the camera or the gallery. With scripts they are resized and uploaded at once, in parts and with
 * progress; without scripts they are sent with the form.
 */
export function PhotoField({ photos, seen, error, several, captions }: PhotoFieldProps) {
  const { i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const { uploads, held, take, retry, remove } = useUploads(input, {
    field: PHOTO_FILE,
    bucket: 'pictures',
    shrinkAboveBytes: SHRINK_ABOVE_BYTES,
    maxAgeSeconds: YEAR_SECONDS,
    isNamedByContent: true,
  })
  const shown = uploads
    .flatMap(({ name, colour }) => (name === null ? [] : [pictureAddress({ name, colour })]))
    .reduce((now, address) => (several ? [...now.filter((one) => one !== address), address] : [address]), photos)
  const id = useId()
  return (
    <div className="grid gap-3">
      {seen.map((address) => (
        <input key={address} type="hidden" name="photo_seen" value={address} />
      ))}
      {shown.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {shown.map((address, index) => (
            <Photo key={address} address={address} number={index + 1}>
              {captions ? (
                <CaptionAndPlace number={index + 1} amount={shown.length} caption={captions[photos.indexOf(address)]} />
              ) : (
                several && <FirstChoice address={address} number={index + 1} />
              )}
            </Photo>
          ))}
        </ul>
      )}
      <div className="grid gap-1">
        <p id={`${id}-hint`} className="text-14 text-soft">
          {captions
            ? i18n.t('Up to 6 photos, each up to 11 MB. Buyers see the first one at once, the others on request.')
            : several
              ? i18n.t('Up to 6 photos, each up to 11 MB. The first one is shown on the card.')
              : i18n.t('It replaces the picture you have now. Up to 11 MB.')}
        </p>
        <FileInput
          id={id}
          ref={input}
          name={PHOTO_FILE}
          multiple={several}
          accept="image/jpeg,image/png,image/webp"
          aria-describedby={`${id}-hint`}
          {...markFault(error)}
          button={i18n.t('Take or choose a photo')}
          isLabelled={false}
          onFiles={take}
        />
      </div>
      <UploadRows
        uploads={uploads.filter(({ state }) => state !== 'stored')}
        held={held}
        onRemove={remove}
        onRetry={retry}
      />
      {error && (
        <p role="alert" className="field-error">
          {translate(i18n, error)}
        </p>
      )}
    </div>
  )
}

interface PhotoProps {
  address: string
  number: number
  children: ReactNode
}

/** A photo with controls that take effect when the form is saved. */
function Photo({ address, number, children }: PhotoProps) {
  const { i18n } = useLingui()
  return (
    <li className="w-fit min-w-28">
      <input type="hidden" name="photo" value={address} />
      <Picture
        src={address}
        alt={i18n.t('Photo {number}', { number })}
        width={112}
        height={112}
        className="size-28 rounded-field bg-kraft"
      />
      {children}
      <label className="flex min-h-11 items-center gap-2 text-14">
        <input type="checkbox" name="photo_removed" value={address} className="size-5" /> {i18n.t('Remove')}
      </label>
    </li>
  )
}

function FirstChoice({ address, number }: { address: string; number: number }) {
  const { i18n } = useLingui()
  return (
    <label className="flex min-h-11 items-center gap-2 text-14">
      <input type="radio" name="photo_first" value={address} defaultChecked={number === 1} className="size-5" />{' '}
      {i18n.t('Show on the card')}
    </label>
  )
}

interface CaptionAndPlaceProps {
  number: number
  /** Number of photos. */
  amount: number
  caption: string | undefined
}

function CaptionAndPlace({ number, amount, caption = '' }: CaptionAndPlaceProps) {
  const { i18n } = useLingui()
  const places = Array.from({ length: amount }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }))
  return (
    <div className="mt-2 grid w-64 grid-cols-[minmax(0,1fr)_4.5rem] gap-2">
      <TextField
        label={i18n.t('Caption of photo {number}', { number })}
        name="photo_caption"
        defaultValue={caption}
        maxLength={120}
        required={false}
      />
      <SelectField label={i18n.t('Place')} name="photo_place" defaultValue={String(number)} options={places} />
    </div>
  )
}
