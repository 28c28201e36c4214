import { describe, expect, test } from 'vitest'
import { createSecretCipher } from './secret-cipher.ts'

const stored = createSecretCipher('a secret of the operator')

describe('an encrypted secret', () => {
  test('decrypts for its owner under its key, and reveals nothing before', () => {
    const sealed = stored.seal('JBSWY3DPEHPK3PXP', 'row 1')
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
    expect(stored.open(sealed, 'row 1')).toBe('JBSWY3DPEHPK3PXP')
    expect(stored.seal('JBSWY3DPEHPK3PXP', 'row 1')).not.toBe(sealed)
  })

  test('does not decrypt for another owner or under another key', () => {
    const sealed = stored.seal('x', 'row 1')
    expect(stored.open(sealed, 'row 2')).toBeNull()
    expect(createSecretCipher('another secret').open(sealed, 'row 1')).toBeNull()
  })

  test('does not decrypt if a byte was changed or cut off, or it was never encrypted', () => {
    const sealed = stored.seal('some text', 'row 1')
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes)
      changed[i] = (changed[i] ?? 0) ^ 1
      expect(stored.open(`v1.${changed.toString('base64url')}`, 'row 1')).toBeNull()
    }
    for (const text of ['', 'v1.', sealed.slice(0, -4), 'JBSWY3DPEHPK3PXP', `v2.${sealed.slice(3)}`]) {
      expect(stored.open(text, 'row 1')).toBeNull()
    }
  })
})
