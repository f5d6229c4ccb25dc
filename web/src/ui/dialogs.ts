import { overlays } from './overlays.tsx';

export interface Notice {
  title: string;
  message: string;
}

export interface Question extends Notice {
  confirm: string;
  /** A danger is red, and never what Enter does first. */
  isDanger?: boolean;
}

/** Asks, and answers whether the user agreed; closing the dialog is a no. */
export async function confirm(question: Question): Promise<boolean> {
  const { askQuestion } = await overlays();
  return askQuestion(question);
}

export interface TextQuestion extends Question {
  label: string;
  maxLength: number;
}

/** Asks for an optional text: what was written, perhaps nothing, or null for a no. */
export async function askForText(question: TextQuestion): Promise<string | null> {
  const { askTextQuestion } = await overlays();
  return askTextQuestion(question);
}

/** Tells, and waits until the user has taken note. */
export async function alert(notice: Notice): Promise<void> {
  const { giveNotice } = await overlays();
  return giveNotice(notice);
}
