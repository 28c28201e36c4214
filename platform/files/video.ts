/** Limits against abuse: longer videos are not needed, and a small file with more frames is not a video. */
const MAX_SECONDS = 600
const MAX_FRAMES = 40_000
const MAX_FRAME_BYTES = 2 * 1024 * 1024
/** Bytes other than frames and sound, such as indexes and names. More could carry another file. */
const MAX_OTHER_BYTES = 256 * 1024

const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/webm']

export const isVideoType = (type: string): boolean => VIDEO_TYPES.includes(type)

/**
 * Whether a video can be played: its container can be parsed, it has a video track with frames and a duration, and its
 * frames and sound make up nearly all of its bytes. Checking the magic number alone would let any file in.
 */
export async function isPlayableVideo(bytes: Uint8Array): Promise<boolean> {
  // Imported on first use, because only videos need it.
  const { BufferSource, Input, MP4, QTFF, WEBM } = await import('mediabunny')
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF, WEBM] })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track?.codec || track.displayWidth < 16 || track.displayHeight < 16) return false
    const frames = await countFrames(input)
    const seconds = await input.computeDuration()
    const other = bytes.length - frames.bytes
    // Negative if frames lie beyond the end of the file or overlap.
    const isWhole = other >= 0 && other <= Math.max(MAX_OTHER_BYTES, bytes.length / 10)
    return isWhole && frames.count > 0 && seconds > 0 && seconds <= MAX_SECONDS
  } catch {
    return false
  } finally {
    input.dispose()
  }
}

/**
 * Counts the frames of all tracks. Packets that overlap or lie outside the file are detected by the sum of their bytes.
 */
async function countFrames(input: import('mediabunny').Input): Promise<{ count: number; bytes: number }> {
  const { EncodedPacketSink } = await import('mediabunny')
  let [count, bytes] = [0, 0]
  for (const track of await input.getTracks()) {
    for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
      if (packet.byteLength > MAX_FRAME_BYTES) throw new Error('Frame too large')
      count += 1
      bytes += packet.byteLength
      if (count > MAX_FRAMES) throw new Error('Too many frames')
    }
  }
  return { count, bytes }
}
