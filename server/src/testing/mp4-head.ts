/** The beginning of an MP4, by which servers and players know it. */
export const mp4Head = Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex');
