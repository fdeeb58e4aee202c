// Short sounds, synthesized. They are off by default, and everything they say is shown too.
import { settings } from "./settings.svelte";

const SOUNDS = {
  place: { hz: 190, ms: 70, noise: 0.6 },
  capture: { hz: 130, ms: 110, noise: 0.9 },
  card: { hz: 900, ms: 45, noise: 1 },
  refuse: { hz: 95, ms: 120, noise: 0.2 },
  turn: { hz: 440, ms: 90, noise: 0.1 },
  end: { hz: 330, ms: 400, noise: 0.1 },
  low_time: { hz: 660, ms: 60, noise: 0.1 },
} as const;
export type Sound = keyof typeof SOUNDS;

let context: AudioContext | null = null;

/** Play a sound, if sounds are on. */
export function play(sound: Sound): void {
  if (!settings.values.sounds || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const { hz, ms, noise } = SOUNDS[sound];
  const now = context.currentTime;
  const end = now + ms / 1000;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  volume.connect(context.destination);
  const body = context.createOscillator();
  body.type = "triangle";
  body.frequency.setValueAtTime(hz * 1.6, now);
  body.frequency.exponentialRampToValueAtTime(hz, now + 0.02);
  body.connect(volume);
  body.start(now);
  body.stop(end);
  if (noise) knock(context, volume, noise, now);
}

function knock(context: AudioContext, out: AudioNode, loudness: number, now: number): void {
  const buffer = context.createBuffer(1, context.sampleRate * 0.03, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++)
    samples[i] = loudness * (Math.random() * 2 - 1) * (1 - i / samples.length) ** 4;
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(out);
  source.start(now);
}
