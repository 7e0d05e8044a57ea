/** The address of the file, as bundlers give it. */
declare const address: string;
export default address;
