import { type InputHTMLAttributes, type RefObject, useEffect, useRef } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useHydrated } from '#web/ui/hydrated.ts'

interface FileInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'onChange'> {
  ref: RefObject<HTMLInputElement | null>
  /** The text of the button, once scripts run. */
  button: string
  /** Whether another label names the field; otherwise the button's text does, also without scripts. */
  isLabelled: boolean
  onFiles(files: readonly File[]): void
}

/** The browser's own file field, and once scripts run a button that hands the chosen files over and is empty again. */
export function FileInput({ ref, button, isLabelled, onFiles, ...input }: FileInputProps) {
  const hydrated = useHydrated()
  const latest = useRef(onFiles)
  latest.current = onFiles
  // Files may have been chosen before scripts ran.
  useEffect(() => handOver(ref.current, latest.current), [ref])
  return (
    <label
      className={
        hydrated
          ? cx(
              buttonClass({ tone: 'plain' }),
              'w-fit cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-adire',
            )
          : isLabelled
            ? 'contents'
            : 'field-label'
      }
    >
      {(hydrated || !isLabelled) && button}
      <input
        {...input}
        ref={ref}
        type="file"
        onChange={({ currentTarget }) => handOver(currentTarget, onFiles)}
        className={hydrated ? 'sr-only' : cx('control py-2', !isLabelled && 'mt-1')}
      />
    </label>
  )
}

function handOver(input: HTMLInputElement | null, onFiles: FileInputProps['onFiles']): void {
  const files = [...(input?.files ?? [])]
  if (!input || files.length === 0) return
  input.value = ''
  onFiles(files)
}
