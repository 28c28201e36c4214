import { describe, expect, test } from 'vitest'
import { createKeptSecrets } from './kept-secrets.ts'

const kept = createKeptSecrets('a secret of the operator')

describe('a kept secret', () => {
  test('opens for its owner under its key, and shows nothing before', () => {
    const sealed = kept.seal('JBSWY3DPEHPK3PXP', 'row 1')
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
    expect(kept.open(sealed, 'row 1')).toBe('JBSWY3DPEHPK3PXP')
    expect(kept.seal('JBSWY3DPEHPK3PXP', 'row 1')).not.toBe(sealed)
  })

  test('stays closed for another owner and under another key', () => {
    const sealed = kept.seal('x', 'row 1')
    expect(kept.open(sealed, 'row 2')).toBeNull()
    expect(createKeptSecrets('another secret').open(sealed, 'row 1')).toBeNull()
  })

  test('stays closed when any byte was changed, cut off, or never sealed', () => {
    const sealed = kept.seal('some text', 'row 1')
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes)
      changed[i] = (changed[i] ?? 0) ^ 1
      expect(kept.open(`v1.${changed.toString('base64url')}`, 'row 1')).toBeNull()
    }
    for (const text of ['', 'v1.', sealed.slice(0, -4), 'JBSWY3DPEHPK3PXP', `v2.${sealed.slice(3)}`]) {
      expect(kept.open(text, 'row 1')).toBeNull()
    }
  })
})
