import { Fragment, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import type { PageShortcut } from './page-shortcuts.ts'
import { areShortcutsOn, turnShortcuts } from './shortcut-setting.ts'

/** All shortcuts of an area. */
export function ShortcutList({ pages }: { pages: readonly PageShortcut[] }) {
  return (
    <dl className="gap-x-6 sm:columns-2">
      <Row keys={['/']}>Search</Row>
      <Row keys={['Ctrl', 'K']}>Search, also while typing</Row>
      <Row keys={['?']}>This list</Row>
      {pages.map(({ letter, to, label }) => (
        <Row key={to} keys={['g', letter]}>
          {label}
        </Row>
      ))}
    </dl>
  )
}

function Row({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <div className="flex break-inside-avoid items-baseline gap-3 py-1">
      <dt className="min-w-20 whitespace-nowrap">
        {keys.map((key, index) => (
          <Fragment key={key}>
            {index > 0 && ' '}
            <kbd className="shortcut-key">{key}</kbd>
          </Fragment>
        ))}
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

/** Turns the shortcuts of single keys on and off; needs scripts, as they do. */
export function ShortcutSwitch() {
  const isHydrated = useHydrated()
  const [isOn, setOn] = useState(areShortcutsOn)
  if (!isHydrated) return <p className="text-soft">Shortcuts need scripts.</p>
  const turn = () => {
    turnShortcuts(!isOn)
    setOn(!isOn)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status">
        {isOn ? 'Shortcuts of single keys are on.' : 'Shortcuts of single keys are off. Ctrl K works.'}
      </p>
      <Button type="button" tone="plain" onClick={turn}>
        {isOn ? 'Turn off' : 'Turn on'}
      </Button>
    </div>
  )
}
