import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inSandbox, needPrograms } from '../parts/sandbox.ts'
import { openSheet } from '../parts/sheet.ts'

// Lets systemd check the shipped units: every line is valid, the timers run, and a compromised unit has few rights.

needPrograms({ systemd: '/usr/bin/systemd-analyze' })

/** systemd's exposure level: 10 is a unit without any restriction, 0 one that can do nothing. */
const MOST_EXPOSED = { 'ajoja.service': 2, 'ajoja-audit.service': 3, 'ajoja-backup.service': 3 }

const sheet = openSheet('units')
await inSandbox(async (sandbox) => {
  cpSync('deploy/systemd', sandbox.folder, { recursive: true })
  const units = readdirSync(sandbox.folder)
  for (const name of units) {
    const path = join(sandbox.folder, name)
    const text = readFileSync(path, 'utf8')
    // This machine's path of Node, and an existing command: the drill checks only the rest of a unit.
    writeFileSync(path, text.replaceAll('/usr/bin/node', process.execPath))
  }
  const { status, stderr } = analyze(['verify', ...units.map((name) => join(sandbox.folder, name))])
  sheet.must(`systemd understands ${units.join(', ')}`, status === 0 && stderr === '', stderr.trim() || 'every line')
  for (const [name, most] of Object.entries(MOST_EXPOSED)) {
    const { stdout } = analyze(['security', '--offline=yes', '--no-pager', join(sandbox.folder, name)])
    const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN)
    sheet.must(`${name}: exposure at most ${most}`, exposure <= most, exposure)
  }
  for (const name of units.filter((unit) => unit.endsWith('.timer'))) {
    const when = /^OnCalendar=(.+)$/m.exec(readFileSync(join(sandbox.folder, name), 'utf8'))?.[1] ?? ''
    const next = /Next elapse: (.+)/.exec(analyze(['calendar', when]).stdout)?.[1] ?? ''
    sheet.must(`${name} rings each night`, next !== '', next)
  }
})
sheet.close()

function analyze(parameters: string[]) {
  return spawnSync('/usr/bin/systemd-analyze', parameters, { encoding: 'utf8' })
}
