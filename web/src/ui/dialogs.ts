import { overlays } from './overlays.tsx';

/** What the app cannot fetch its own dialog for, the browser says in its plain one. */
const plain = ({ title, message }: Notice) => `${title}\n\n${message}`;

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
  const host = await overlays();
  return host ? host.askQuestion(question) : window.confirm(plain(question));
}

export interface TextQuestion extends Question {
  label: string;
  maxLength: number;
}

/** Asks for an optional text: what was written, perhaps nothing, or null for a no. */
export async function askForText(question: TextQuestion): Promise<string | null> {
  const host = await overlays();
  return host ? host.askTextQuestion(question) : window.prompt(plain(question));
}

/** Tells, and waits until the user has taken note. */
export async function alert(notice: Notice): Promise<void> {
  const host = await overlays();
  return host ? host.giveNotice(notice) : window.alert(plain(notice));
}
