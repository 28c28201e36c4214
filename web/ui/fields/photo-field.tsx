import { useLingui } from '@lingui/react'
import { type ChangeEvent, type ReactNode, useId, useRef, useState } from 'react'
import { pictureTexts } from '#domain/texts/pictures.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { translate } from '#web/languages/translate.ts'
import { Button, buttonClass } from '../button.tsx'
import { markFault } from '../controls/field.tsx'
import { SelectField } from '../controls/select-field.tsx'
import { TextField } from '../controls/text-field.tsx'
import { cx } from '../cx.ts'
import { useHydrated } from '../hydrated.ts'
import { Picture } from '../pictures/picture.tsx'

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

/**
 * Takes photos from the camera or the gallery. With scripts they are resized and uploaded at once, with progress;
 * without scripts, or after a lost connection, they are sent with the form.
 */
export function PhotoField({ photos, seen, error, several, captions }: PhotoFieldProps) {
  const { i18n } = useLingui()
  const [shown, setShown] = useState(photos)
  const upload = useUpload((address) => setShown((now) => withNew(now, { address, several })))
  const id = useId()
  const hydrated = useHydrated()
  const fault = upload.fault ?? error
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
        <label
          htmlFor={id}
          className={
            hydrated
              ? cx(
                  buttonClass({ tone: 'plain' }),
                  'w-fit cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-adire',
                )
              : 'field-label'
          }
        >
          {i18n.t('Take or choose a photo')}
          <input
            id={id}
            type="file"
            name="photo_file"
            multiple={several && hydrated}
            accept="image/jpeg,image/png,image/webp"
            aria-describedby={`${id}-hint`}
            {...markFault(fault)}
            onChange={(event) => void upload.take(event)}
            className={hydrated ? 'sr-only' : 'control mt-1 py-2'}
          />
        </label>
        <p id={`${id}-hint`} className="text-14 text-soft">
          {captions
            ? i18n.t('Up to 6 photos, each up to 11 MB. Buyers see the first one at once, the others on request.')
            : several
              ? i18n.t('Up to 6 photos, each up to 11 MB. The first one is shown on the card.')
              : i18n.t('It replaces the picture you have now. Up to 11 MB.')}
        </p>
      </div>
      <Progress {...upload} />
      {fault && (
        <p role="alert" className="field-error">
          {translate(i18n, fault)}
        </p>
      )}
    </div>
  )
}

const withNew = (now: readonly string[], { address, several }: { address: string; several: boolean }) =>
  several ? [...now.filter((shown) => shown !== address), address] : [address]

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

type Upload = ReturnType<typeof useUpload>

function Progress({ share, isCut, again }: Upload) {
  const { i18n } = useLingui()
  if (isCut)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p role="alert" className="min-w-0 flex-1 font-semibold text-pepper">
          {i18n.t(pictureTexts.cutOff)}
        </p>
        <Button type="button" tone="plain" onClick={again}>
          {i18n.t('Try again')}
        </Button>
      </div>
    )
  if (share === null) return null
  return (
    <label className="grid gap-1 text-14" role="status">
      {share < 1 ? i18n.t('Sending the photo') : i18n.t('Photo sent. Getting it ready')}
      <progress max={100} value={Math.round(share * 100)} className="h-3 w-full accent-leaf" />
    </label>
  )
}

/**
 * Uploads the chosen files one at a time. Files that were not uploaded stay in the input, so that submitting the form
 * sends them.
 */
function useUpload(onStored: (address: string) => void) {
  const [share, setShare] = useState<number | null>(null)
  const [isCut, setCut] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const input = useRef<HTMLInputElement | null>(null)
  const latestRun = useRef(0)

  async function sendAll(field: HTMLInputElement): Promise<void> {
    latestRun.current += 1
    const run = latestRun.current
    setCut(false)
    setFault(null)
    setShare(0)
    // Loaded on the first use, so that a page that is only read does not load it.
    const [{ sendPhoto }, { shrinkFile, setInputFiles }] = await Promise.all([
      import('./send-photo.ts'),
      import('./shrink-photo.ts'),
    ])
    let left = await Promise.all([...(field.files ?? [])].map(shrinkFile))
    if (run !== latestRun.current) return
    setInputFiles(field, left)
    while (left.length > 0) {
      const [file, ...rest] = left
      const sent = file
        ? await sendPhoto(file, (sentShare) => run === latestRun.current && setShare(sentShare))
        : 'cut-off'
      if (run !== latestRun.current) return
      if (sent === 'cut-off') {
        setShare(null)
        return setCut(true)
      }
      if ('fault' in sent) setFault(sent.fault)
      else onStored(sent.address)
      left = rest
      setInputFiles(field, left)
    }
    setShare(null)
  }

  return {
    share,
    isCut,
    fault,
    async take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
      input.current = currentTarget
      await sendAll(currentTarget)
    },
    again: () => void (input.current && sendAll(input.current)),
  }
}
