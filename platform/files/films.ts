/** Longer films are no evidence of a moment, and more frames than that in a small file are no film. */
const MOST_SECONDS = 600
const MOST_FRAMES = 40_000
const MOST_FRAME_BYTES = 2 * 1024 * 1024
/** What is neither picture nor sound: indexes and names. More would carry something else. */
const OTHER_BYTES = 256 * 1024

const FILM_TYPES = ['video/mp4', 'video/quicktime', 'video/webm']

export const isFilmType = (type: string): boolean => FILM_TYPES.includes(type)

/**
 * True for a film that plays: its container is read, it has a picture track with frames and a length, and its frames and sound are
 * what its bytes consist of. A signature alone would let any file in.
 */
export async function isFilm(bytes: Uint8Array): Promise<boolean> {
  // Loaded by the first film.
  const { BufferSource, Input, MP4, QTFF, WEBM } = await import('mediabunny')
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF, WEBM] })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track?.codec || track.displayWidth < 16 || track.displayHeight < 16) return false
    const frames = await countFrames(input)
    const seconds = await input.computeDuration()
    const other = bytes.length - frames.bytes
    // Fewer than none: frames that lie beyond the end, or in the same place.
    const isWhole = other >= 0 && other <= Math.max(OTHER_BYTES, bytes.length / 10)
    return isWhole && frames.count > 0 && seconds > 0 && seconds <= MOST_SECONDS
  } catch {
    return false
  } finally {
    input.dispose()
  }
}

/** Of all tracks; a packet that points outside of the file, or twice at the same bytes, is no frame. */
async function countFrames(input: import('mediabunny').Input): Promise<{ count: number; bytes: number }> {
  const { EncodedPacketSink } = await import('mediabunny')
  let [count, bytes] = [0, 0]
  for (const track of await input.getTracks()) {
    for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
      if (packet.byteLength > MOST_FRAME_BYTES) throw new Error('A larger frame than a film has')
      count += 1
      bytes += packet.byteLength
      if (count > MOST_FRAMES) throw new Error('More frames than a film has')
    }
  }
  return { count, bytes }
}
