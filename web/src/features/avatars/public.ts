export { AvatarButton } from './avatar-button.tsx';
export { ClassAvatars } from './lazy-class-avatars.ts';
