import { useLingui } from '@lingui/react'
import { useState } from 'react'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { cx } from '#web/ui/cx.ts'
import { PhotoField } from './photo-field.tsx'

interface PictureFieldProps {
  label: string
  /** The stored picture: a path on this site. With `photos`, the drawing. */
  value?: string | null | undefined
  /** Photos in display order, where several are allowed. */
  photos?: readonly string[]
  /** The stored photos, where a rejected form has changed `photos`. */
  seen?: readonly string[]
  error?: TranslatableText | undefined
  /** Drawings to choose from, such as "/basins/rice.svg". */
  pictures: readonly string[]
}

/**
 * Photos, taken or chosen; or one of the site's drawings; or none. Read with `storePictures`, then `readPicture` or
 * `readPhotos`.
 */
export function PictureField({ label, value, photos, seen, error, pictures }: PictureFieldProps) {
  const { i18n } = useLingui()
  const isDrawn = !value || pictures.includes(value)
  // A single picture that is not a drawing is a photo or another file on this site.
  const shown = photos ?? (isDrawn ? [] : [value])
  const drawn = isDrawn ? (value ?? '') : ''
  return (
    <fieldset className="grid gap-2">
      <legend className="field-label mb-1">
        {label} <span className="font-normal text-soft">{i18n.t('(optional)')}</span>
      </legend>
      <PhotoField
        key={shown.join(' ')}
        photos={shown}
        seen={seen ?? shown}
        error={error}
        several={photos !== undefined}
      />
      <details open={shown.length === 0 && drawn !== ''}>
        <summary className="min-h-11 cursor-pointer py-2.5 underline underline-offset-2">
          {i18n.t('No photo yet? Choose a drawing')}
        </summary>
        <Drawings first={drawn} pictures={pictures} />
      </details>
    </fieldset>
  )
}

function Drawings({ first, pictures }: { first: string; pictures: readonly string[] }) {
  const { i18n } = useLingui()
  const [chosen, setChosen] = useState(first)
  const choice = (value: string) => ({
    type: 'radio',
    name: 'picture',
    value,
    checked: chosen === value,
    onChange: () => setChosen(value),
  })
  return (
    <div className="grid gap-2">
      <label className="flex min-h-11 items-center gap-3">
        <input {...choice('')} className="size-5" /> {i18n.t('No drawing')}
      </label>
      <div className="grid max-h-64 grid-cols-[repeat(auto-fill,minmax(72px,1fr))] gap-2 overflow-y-auto rounded-field border border-field bg-card p-2">
        {pictures.map((path) => (
          <label
            key={path}
            className={cx(
              'relative grid cursor-pointer place-items-center rounded-field border-2 p-1 text-center has-focus-visible:outline-3 has-focus-visible:outline-adire',
              chosen === path ? 'border-leaf bg-leaf-wash' : 'border-transparent',
            )}
          >
            <input {...choice(path)} className="absolute top-1 left-1 size-4" />
            <img src={path} alt="" width={56} height={56} loading="lazy" />
            <span className="text-14 leading-tight">{pictureName(path)}</span>
          </label>
        ))}
      </div>
    </div>
  )
}

export const PHOTO_FIELD = 'photo'

/** The picture of a form with a single one: the last photo, or else the drawing; empty for none. */
export function readPicture(form: FormData): string {
  return readPhotos(form).wanted.at(-1) ?? String(form.get('picture') ?? '')
}

/**
 * URLs of the photos to keep, in order (`wanted`), of those stored when the form was opened (`seen`), and of the
 * drawing.
 */
export function readPhotos(form: FormData): { wanted: string[]; seen: string[]; drawn: string } {
  const all = (name: string) => form.getAll(name).filter((value): value is string => typeof value === 'string')
  const removed = all('photo_removed')
  const first = all('photo_first')
  const remaining = [...new Set(all(PHOTO_FIELD))].filter((address) => !removed.includes(address))
  return {
    wanted: [
      ...remaining.filter((address) => first.includes(address)),
      ...remaining.filter((address) => !first.includes(address)),
    ],
    seen: all('photo_seen'),
    drawn: String(form.get('picture') ?? ''),
  }
}

/** "Goat meat" from "/basins/goat-meat.svg". */
function pictureName(path: string): string {
  const name = (path.split('/').at(-1) ?? '').replace(/\.\w+$/, '').replaceAll(/[-.]/g, ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
